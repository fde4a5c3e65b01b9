/** Where the remote is; the address of a server holds no credentials. */
export type RemotePlace =
  | { kind: 'server'; url: string; credentials: Credentials | null }
  /** In either of git's forms: `ssh://git@host/path` or `git@host:path`. */
  | { kind: 'ssh'; url: string }
  | { kind: 'folder'; path: string }

/** The address as git takes it; without credentials. */
export function placeAddress(place: RemotePlace): string {
  return place.kind === 'folder' ? place.path : place.url
}

/** Sent to the host of the address alone. */
export interface Credentials {
  username: string
  /** Empty when the address names a user only. */
  token: string
}

/** Another repository that ours is kept in step with. All calls throw a RemoteError. */
export interface Remote {
  /** How it is called in messages: its address without credentials. */
  shown: string
  /** Commits that its branches point at. */
  branches(): Promise<ReadonlyMap<string, string>>
  /** Brings everything that a branch is made of and that is missing into our own objects; no reference moves. */
  fetch(branch: string): Promise<void>
  /** Moves a branch from `before` (null: there is none yet) to `after`. Never forces: false when the branch is another one meanwhile. */
  push(branch: string, before: string | null, after: string): Promise<boolean>
}
