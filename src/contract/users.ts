import { z } from 'zod'
import { email, instant, list, metadata, page, reference, text, userId } from './formats.ts'
import { once } from './lazy.ts'
import { route } from './route.ts'

export const userStatuses = ['active', 'suspended', 'erased'] as const

export const user = once(() =>
  z
    .strictObject({
      id: z.string(),
      object: z.literal('user'),
      uid: z.string().describe('The same as `id`.'),
      display_name: z.string(),
      email: z.string().nullable(),
      status: z.enum(userStatuses),
      metadata: metadata(),
      created_at: instant(),
      updated_at: instant().describe('Last change of the profile or of the evidence.'),
    })
    .meta({ id: 'User', title: 'User' }),
)

const params = once(() => z.strictObject({ id: reference().describe('Id of the user.') }))
const displayName = once(() => text(200).describe('1 to 200 characters, in any script.'))

export const users = {
  list: route({
    method: 'GET',
    path: '/v1/users',
    summary: 'List users',
    description: 'Newest first.',
    access: ['users:read'],
    query: () =>
      z.strictObject({
        email: email().optional().describe('The user with this address.'),
        status: z.enum(userStatuses).optional(),
        ...page(),
      }),
    responses: () => ({ 200: list(user()) }),
    errors: [],
    example: { query: { status: 'active' } },
  }),
  create: route({
    method: 'POST',
    path: '/v1/users',
    summary: 'Create a user',
    description:
      'Accepting an invite creates its user as well, so this is needed only to set up users beforehand.',
    access: ['users:write'],
    body: () =>
      z.strictObject({
        id: userId()
          .optional()
          .describe('Your own id: letters, digits, `_` and `-`, up to 64. Default: a new `usr_…`.'),
        display_name: displayName(),
        email: email().optional(),
        metadata: metadata().optional(),
      }),
    responses: () => ({ 201: user() }),
    location: '/v1/users/{id}',
    errors: ['USER_EXISTS'],
    example: { body: { display_name: 'Kim Doe', email: 'kim@example.com', metadata: { team: 'web' } } },
  }),
  get: route({
    method: 'GET',
    path: '/v1/users/{id}',
    summary: 'Get a user',
    access: ['users:read'],
    params,
    responses: () => ({ 200: user() }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED'],
    example: { params: { id: 'usr_01j0000000000000000000000a' } },
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/users/{id}',
    summary: 'Update a user',
    description:
      'Changes only the fields that are sent. `metadata` is replaced as a whole. A suspended user is never verified.',
    access: ['users:write'],
    params,
    body: () =>
      z.strictObject({
        display_name: displayName().optional(),
        email: email().nullable().optional().describe('null removes the address.'),
        metadata: metadata().optional(),
        status: z.enum(['active', 'suspended']).optional(),
      }),
    responses: () => ({ 200: user() }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED', 'USER_EXISTS'],
    example: { params: { id: 'usr_01j0000000000000000000000a' }, body: { display_name: 'Kim Roe' } },
  }),
  erase: route({
    method: 'POST',
    path: '/v1/users/{id}/erase',
    summary: 'Erase a user',
    description:
      'Removes personal data and the content of all evidence. The id is kept and answers 410 `USER_ERASED` from then on. ' +
      'This cannot be undone.',
    access: ['users:write'],
    params,
    responses: () => ({ 200: user() }),
    errors: ['USER_NOT_FOUND', 'USER_ERASED'],
    audited: [],
    example: { params: { id: 'usr_01j0000000000000000000000a' } },
  }),
}
