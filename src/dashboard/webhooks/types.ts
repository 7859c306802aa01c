import type { Output } from '../../contract/index.ts'

export type Webhook = Output<'webhooks', 'get'>
export type Delivery = Output<'deliveries', 'list'>['data'][number]
export type DetailedDelivery = Output<'deliveries', 'get'>
export type Attempt = DetailedDelivery['attempts'][number]
export type Replay = Output<'webhooks', 'getReplay'>
export type SecretAnswer = Output<'webhooks', 'rotateSecret'>
