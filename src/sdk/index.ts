/** The JavaScript client of the service. */
export { Skillpass } from './client.ts'
export type { Listing, Reply } from './caller.ts'
export {
  AbortedError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  GoneError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SkillpassError,
  TimeoutError,
  ValidationError,
} from './errors.ts'
export type { ClientErrorCode, ErrorDetails, SkillpassErrorCode } from './errors.ts'
export type * from './operations.gen.ts'
export { Page } from './pages.ts'
export type { RateLimit, RateLimitWindow, ResponseInfo } from './response.ts'
export type {
  CallOptions,
  ClientOptions,
  ConnectionState,
  Fetch,
  FetchInit,
  FetchResponse,
  StreamBody,
  StreamOptions,
} from './settings.ts'
export type { Stream, StreamMessage } from './streams.ts'
export type { Time } from './time.ts'
export { webhooks, WebhookVerificationError } from './webhooks.ts'
export type {
  EventEnvelope,
  SignedHeaders,
  VerifyOptions,
  WebhookErrorCode,
  WebhookEvent,
} from './webhooks.ts'
export { version } from './version.gen.ts'
