/**
 * The content folder as the store reads it: one state of it per revision. `server/git` implements it over git objects (production shows
 * what HEAD of the site's branch holds) and over the disk (development also shows files not committed yet).
 * Paths are relative to the content folder, with forward slashes.
 */
export interface ContentFiles {
  /** Id of the state that is shown now (a commit id; in development a hash of the folder), or null while there is no commit. */
  revision(): string | null
  /** Every file of that state, in path order. Throws when the state is gone from the repository. */
  list(revision: string): Promise<Array<ContentFile>>
  /** What differs between two states. Costs what differs, not what there is. */
  diff(from: string, to: string): Promise<Array<FileChange>>
  /** Bytes of a file by its blob id, read at once. Throws when there is no such blob. */
  read(blob: string): Buffer
  /** Size in bytes of a blob, without reading it whole. */
  size(blob: string): number
  /** Calls back when `revision()` has changed, within a second of a commit, checkout or pull. Returns how to stop. */
  watch(listener: () => void): () => void
  /**
   * Time of the last commit that changed each path, in seconds since 1970. `known` is an earlier answer and the revision it belongs to; only newer
   * commits are looked at then. Yields to the event loop while it works.
   */
  lastChanges(revision: string, known?: LastChanges): Promise<LastChanges>
}

export interface ContentFile {
  path: string
  blob: string
  /** Links and nested repositories are listed so that they can be reported; they are never followed. */
  kind: 'file' | 'link' | 'repository'
}

export interface FileChange {
  path: string
  kind: ContentFile['kind']
  before: string | null
  after: string | null
}

export interface LastChanges {
  revision: string
  times: ReadonlyMap<string, number>
  /** Whether every path has a time; where a shallow clone ends, some have none. */
  complete: boolean
}
