/**
 * What the rest of the server sees of the content folder: one state of it per revision. The store declares the same shapes on its side;
 * TypeScript compares the two where they are joined. Paths are relative to the content folder, with forward slashes. A name that is not
 * UTF-8 shows its stray bytes as git prints them (`caf\351.md`).
 */
export interface ContentFiles {
  /** Id of the state that is shown now, or null while there is no commit. */
  revision(): string | null
  /** Every file of that state, in path order. Throws a RepositoryError when the state is gone. */
  list(revision: string): Promise<Array<ContentFile>>
  /** What differs between two states, in path order. Costs what differs, not what there is. */
  diff(from: string, to: string): Promise<Array<FileChange>>
  /** Bytes of a blob. Throws a RepositoryError when there is none. */
  read(blob: string): Buffer
  /** Size in bytes of a blob, without reading it whole. */
  size(blob: string): number
  /** Calls back when `revision()` has changed. Returns how to stop. */
  watch(listener: () => void): () => void
  /** Time of the last commit that changed each path, in seconds since 1970; a path whose history is cut off has none. */
  lastChanges(revision: string, known?: LastChanges): Promise<LastChanges>
}

export type FileKind = 'file' | 'link' | 'repository'

export interface ContentFile {
  path: string
  blob: string
  kind: FileKind
}

/** `kind` is the kind after the change, or the one before it when the path is gone. */
export interface FileChange {
  path: string
  kind: FileKind
  before: string | null
  after: string | null
}

export interface LastChanges {
  revision: string
  times: ReadonlyMap<string, number>
  /** Whether every path has a time; where a shallow clone ends, some have none. */
  complete: boolean
}
