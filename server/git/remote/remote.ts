/** The location of the remote; the address of a server contains no credentials. */
export type RemotePlace =
  | { kind: 'server'; url: string; credentials: Credentials | null }
  /** In either of git's forms: `ssh://git@host/path` or `git@host:path`. */
  | { kind: 'ssh'; url: string }
  | { kind: 'folder'; path: string }

/** What the site syncs with. */
export interface SiteRemote {
  place: RemotePlace
  /** Seconds between two looks at it. */
  seconds: number
  /** A commit of the last run that the branch had lost at the start. */
  lost: string | null
}

/** The address for git, without credentials. */
export function placeAddress(place: RemotePlace): string {
  return place.kind === 'folder' ? place.path : place.url
}

/** Sent to the host of the address only. */
export interface Credentials {
  username: string
  /** Empty when the address contains a user only. */
  token: string
}

/** Another repository to sync with. All calls throw a RemoteError. */
export interface Remote {
  /** Its name in messages: the address without credentials. */
  shown: string
  /** The commits of its branches. */
  branches(): Promise<ReadonlyMap<string, string>>
  /** The branch that a clone checks out; null when there is none. */
  defaultBranch(): Promise<string | null>
  /**
   * Fetches the missing objects of a branch. No ref changes, except the one that `into` names.
   * `received` gets the percentage of objects that have arrived.
   */
  fetch(branch: string, into?: string, received?: (percent: number) => void): Promise<void>
  /**
   * Moves a branch from `before` (null: it does not exist yet) to `after`. Never forces: false when
   * the branch has moved meanwhile.
   */
  push(branch: string, before: string | null, after: string): Promise<boolean>
  /** Sets a ref that is no branch to an object, whatever it was; null deletes it. */
  pushRef(name: string, id: string | null): Promise<void>
  /** Brings the refs below a folder here, and removes those that are gone there. */
  fetchRefs(folder: string): Promise<void>
}
