// Ids are prefixed, sort by time, and are opaque to everybody but lib/sortable-id, which makes them.
// The prefix is part of the type, so that a session id where a thread id belongs does not compile.
export interface IdKinds {
  thr: ThreadId;
  msg: MessageId;
  ses: SessionId;
  trn: TurnId;
  que: QuestionId;
  run: RunId;
  per: PersonId;
  agt: AgentId;
  tok: TokenId;
  art: ArtifactId;
  out: DeliveryId;
  inv: InvitationId;
  tsk: TaskId;
}

export type ThreadId = `thr_${string}`;
export type MessageId = `msg_${string}`;
export type SessionId = `ses_${string}`;
export type TurnId = `trn_${string}`;
export type QuestionId = `que_${string}`;
export type RunId = `run_${string}`;
export type PersonId = `per_${string}`;
export type AgentId = `agt_${string}`;
export type TokenId = `tok_${string}`;
export type ArtifactId = `art_${string}`;
export type DeliveryId = `out_${string}`;
export type InvitationId = `inv_${string}`;
export type TaskId = `tsk_${string}`;

export type NewId = <K extends keyof IdKinds>(kind: K) => IdKinds[K];

export function isId<K extends keyof IdKinds>(kind: K, text: string): text is IdKinds[K] {
  return text.startsWith(`${kind}_`) && text.length > 4 && text.length <= 64;
}
