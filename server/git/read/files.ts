/**
 * The interface of the content folder to the rest of the server: one state per revision. The content store declares
 * the same shapes; TypeScript compares them where they are connected. Paths are relative to the content folder, with
 * forward slashes. Bytes of names that are not UTF-8 are written as git prints them (`caf\351.md`).
 */
export interface ContentFiles {
  /** Id of the current state, or null without a commit. */
  revision(): string | null
  /** Every file of a state, in path order. Throws a RepositoryError when the state does not exist. */
  list(revision: string): Promise<Array<ContentFile>>
  /** The differences between two states, in path order. The cost depends on the differences only. */
  diff(from: string, to: string): Promise<Array<FileChange>>
  /** Bytes of a blob. Throws a RepositoryError when it does not exist. */
  read(blob: string): Buffer
  /** Size of a blob in bytes, without reading all of it. */
  size(blob: string): number
  /** Calls the listener when `revision()` has changed. Returns a function that stops. */
  watch(listener: () => void): () => void
  /**
   * Time of the last commit that changed each path, in seconds since 1970; a path beyond the end of a shallow clone
   * has none.
   */
  lastChanges(revision: string, known?: LastChanges): Promise<LastChanges>
}

export type FileKind = 'file' | 'link' | 'repository'

export interface ContentFile {
  path: string
  blob: string
  kind: FileKind
}

/** `kind` is the kind after the change, or the kind before it when the path was deleted. */
export interface FileChange {
  path: string
  kind: FileKind
  before: string | null
  after: string | null
}

export interface LastChanges {
  revision: string
  times: ReadonlyMap<string, number>
  /** Whether every path has a time; paths beyond the end of a shallow clone have none. */
  complete: boolean
}
