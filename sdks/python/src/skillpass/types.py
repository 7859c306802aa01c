"""Classes of all answers and events, and the types that arguments are made of."""

from ._generated.models import *  # noqa: F403
from ._model import Model as Model
