import { z } from 'zod'
import { once } from './lazy.ts'
import { route } from './route.ts'

const live = once(() => z.strictObject({ status: z.literal('ok') }).meta({ id: 'Liveness' }))
const ready = once(() => z.strictObject({ status: z.literal('ready') }).meta({ id: 'Readiness' }))
const openapi = once(() => z.unknown().meta({ type: 'object', description: 'An OpenAPI 3.1 document.' }))

export const documents = {
  openapi: route({
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this API as an OpenAPI document',
    description: 'OpenAPI 3.1, made from the table that routes and validates every request.',
    access: 'public',
    fixed: true,
    responses: () => ({ 200: openapi() }),
    errors: [],
    example: {},
  }),
  live: route({
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process is up',
    access: 'public',
    responses: () => ({ 200: live() }),
    errors: [],
    example: {},
  }),
  ready: route({
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the service takes requests',
    description: '503 while it starts or stops, or when the data cannot be written.',
    access: 'public',
    responses: () => ({ 200: ready() }),
    errors: ['STORAGE_UNAVAILABLE'],
    example: {},
  }),
}
