import type { ObjectReader } from '../objects.ts'

/** Another repository that ours is kept in step with. All calls throw a RemoteError. */
export interface Remote {
  /** How it is called in messages: its address without credentials. */
  shown: string
  /** Commits that its branches point at. */
  branches(): Promise<ReadonlyMap<string, string>>
  /** Brings everything that `tip` is made of and that is missing into our own objects; all of it or nothing. */
  fetch(tip: string, have: ReadonlyArray<string>): Promise<void>
  /** Moves a branch from `before` (null: there is none yet) to `after`. Never forces: false when the branch is another one meanwhile. */
  push(branch: string, before: string | null, after: string, objects: ReadonlyArray<ObjectName>): Promise<boolean>
}

export interface ObjectName {
  id: string
  type: 'commit' | 'tree' | 'blob'
}

/** What every kind of remote needs of our repository. */
export interface RemoteParts {
  objects: ObjectReader
  /** Folder of our repository that holds `objects`. */
  commonDir: string
  /** Where files wait until they are whole, on the same disk. */
  workshop: string
  /** Ends everything that is under way. */
  signal: AbortSignal
}
