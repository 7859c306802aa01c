/** One table for each of the store's, what its indexes name beside each row, and what the processes share. */
export const first = `
create table skillpass_keys (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_hash text[] collate "C",
  ix_admin text collate "C"
) with (fillfactor = 85);
create index skillpass_keys_hash on skillpass_keys using gin (ix_hash) with (fastupdate = off);
create index skillpass_keys_admin on skillpass_keys (ix_admin, ord) where ix_admin is not null;

create table skillpass_users (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_email text collate "C",
  ix_status text collate "C"
) with (fillfactor = 85);
create index skillpass_users_email on skillpass_users (ix_email, ord) where ix_email is not null;
create index skillpass_users_status on skillpass_users (ix_status, ord) where ix_status is not null;

create table skillpass_skills (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_name text[] collate "C"
);
create index skillpass_skills_name on skillpass_skills using gin (ix_name) with (fastupdate = off);

create table skillpass_evidence (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_user_id text collate "C",
  ix_user_skill text collate "C",
  ix_skill text collate "C",
  ix_type text collate "C",
  ix_status text collate "C"
);
create index skillpass_evidence_user_id on skillpass_evidence (ix_user_id, ord) where ix_user_id is not null;
create index skillpass_evidence_user_skill on skillpass_evidence (ix_user_skill, ord) where ix_user_skill is not null;
create index skillpass_evidence_skill on skillpass_evidence (ix_skill, ord) where ix_skill is not null;
create index skillpass_evidence_type on skillpass_evidence (ix_type, ord) where ix_type is not null;
create index skillpass_evidence_status on skillpass_evidence (ix_status, ord) where ix_status is not null;

create table skillpass_invites (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  due text collate "C",
  ix_status text collate "C",
  ix_candidate_email text collate "C",
  ix_skill text collate "C",
  ix_user_id text collate "C",
  ix_external_id text collate "C"
) with (fillfactor = 85);
create index skillpass_invites_status on skillpass_invites (ix_status, ord) where ix_status is not null;
create index skillpass_invites_candidate_email on skillpass_invites (ix_candidate_email, ord) where ix_candidate_email is not null;
create index skillpass_invites_skill on skillpass_invites (ix_skill, ord) where ix_skill is not null;
create index skillpass_invites_user_id on skillpass_invites (ix_user_id, ord) where ix_user_id is not null;
create index skillpass_invites_external_id on skillpass_invites (ix_external_id, ord) where ix_external_id is not null;
create index skillpass_invites_due on skillpass_invites (due, ord) where due is not null;

create table skillpass_results (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_user_id text collate "C",
  ix_skill text collate "C",
  ix_invite_id text collate "C",
  ix_passed text collate "C",
  ix_evidence_id text collate "C"
);
create index skillpass_results_user_id on skillpass_results (ix_user_id, ord) where ix_user_id is not null;
create index skillpass_results_skill on skillpass_results (ix_skill, ord) where ix_skill is not null;
create index skillpass_results_invite_id on skillpass_results (ix_invite_id, ord) where ix_invite_id is not null;
create index skillpass_results_passed on skillpass_results (ix_passed, ord) where ix_passed is not null;
create index skillpass_results_evidence_id on skillpass_results (ix_evidence_id, ord) where ix_evidence_id is not null;

create table skillpass_events (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_type text collate "C",
  ix_user_id text collate "C",
  ix_invite_id text collate "C"
);
create index skillpass_events_type on skillpass_events (ix_type, ord) where ix_type is not null;
create index skillpass_events_user_id on skillpass_events (ix_user_id, ord) where ix_user_id is not null;
create index skillpass_events_invite_id on skillpass_events (ix_invite_id, ord) where ix_invite_id is not null;

create table skillpass_idempotency (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  due text collate "C"
);
create index skillpass_idempotency_due on skillpass_idempotency (due, ord) where due is not null;

create table skillpass_usage (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_key_id text collate "C",
  ix_day text collate "C"
) with (fillfactor = 85);
create index skillpass_usage_key_id on skillpass_usage (ix_key_id, ord) where ix_key_id is not null;
create index skillpass_usage_day on skillpass_usage (ix_day, ord) where ix_day is not null;

create table skillpass_webhooks (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_subscription text[] collate "C",
  ix_name text collate "C",
  ix_status text collate "C"
) with (fillfactor = 85);
create index skillpass_webhooks_subscription on skillpass_webhooks using gin (ix_subscription) with (fastupdate = off);
create index skillpass_webhooks_name on skillpass_webhooks (ix_name, ord) where ix_name is not null;
create index skillpass_webhooks_status on skillpass_webhooks (ix_status, ord) where ix_status is not null;

create table skillpass_deliveries (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  due text collate "C",
  queue text collate "C" not null,
  ix_webhook_id text collate "C",
  ix_event_id text collate "C",
  ix_status text collate "C",
  ix_webhook_status text collate "C"
) with (fillfactor = 85);
create index skillpass_deliveries_webhook_id on skillpass_deliveries (ix_webhook_id, ord) where ix_webhook_id is not null;
create index skillpass_deliveries_event_id on skillpass_deliveries (ix_event_id, ord) where ix_event_id is not null;
create index skillpass_deliveries_status on skillpass_deliveries (ix_status, ord) where ix_status is not null;
create index skillpass_deliveries_webhook_status on skillpass_deliveries (ix_webhook_status, ord) where ix_webhook_status is not null;
create index skillpass_deliveries_queues on skillpass_deliveries (queue, due, ord) where due is not null;

create table skillpass_attempts (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_delivery_id text collate "C"
);
create index skillpass_attempts_delivery_id on skillpass_attempts (ix_delivery_id, ord) where ix_delivery_id is not null;

create table skillpass_replays (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_status text collate "C",
  ix_webhook_id text collate "C"
) with (fillfactor = 85);
create index skillpass_replays_status on skillpass_replays (ix_status, ord) where ix_status is not null;
create index skillpass_replays_webhook_id on skillpass_replays (ix_webhook_id, ord) where ix_webhook_id is not null;

create table skillpass_mails (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  due text collate "C",
  ix_invite_id text collate "C",
  ix_to text collate "C"
) with (fillfactor = 85);
create index skillpass_mails_invite_id on skillpass_mails (ix_invite_id, ord) where ix_invite_id is not null;
create index skillpass_mails_to on skillpass_mails (ix_to, ord) where ix_to is not null;
create index skillpass_mails_due on skillpass_mails (due, ord) where due is not null;

create table skillpass_audit (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_action text collate "C",
  ix_actor text collate "C",
  ix_subject text collate "C"
);
create index skillpass_audit_action on skillpass_audit (ix_action, ord) where ix_action is not null;
create index skillpass_audit_actor on skillpass_audit (ix_actor, ord) where ix_actor is not null;
create index skillpass_audit_subject on skillpass_audit (ix_subject, ord) where ix_subject is not null;

create table skillpass_requests (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null
);

create table skillpass_decays (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  due text collate "C",
  ix_user_id text collate "C"
);
create index skillpass_decays_user_id on skillpass_decays (ix_user_id, ord) where ix_user_id is not null;
create index skillpass_decays_due on skillpass_decays (due, ord) where due is not null;

create table skillpass_sessions (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null,
  ix_key_id text collate "C"
);
create index skillpass_sessions_key_id on skillpass_sessions (ix_key_id, ord) where ix_key_id is not null;

create table skillpass_meta (
  id text collate "C" primary key,
  ord text collate "C" not null unique,
  data text not null
) with (fillfactor = 85);

create table skillpass_counters (
  name text collate "C" primary key,
  sequence text not null
);
create sequence skillpass_counter_events;
insert into skillpass_counters (name, sequence) values ('events', 'skillpass_counter_events');

create table skillpass_probe (
  written bigint not null
);
insert into skillpass_probe (written) values (0);

create unlogged table skillpass_cells (
  name text collate "C" primary key,
  state text,
  kept_until bigint not null,
  -- Begins where no earlier cell of the name can have ended.
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint
) with (fillfactor = 50);

create unlogged table skillpass_messages (
  id bigint generated always as identity primary key,
  sender text not null,
  sent_at timestamptz not null default clock_timestamp(),
  message text not null
);
create index skillpass_messages_sent_at on skillpass_messages (sent_at);
`
