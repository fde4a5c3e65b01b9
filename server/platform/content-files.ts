/**
 * The content folder, with one state per revision. `server/content` reads it. `server/git`
 * implements it on git objects (production shows the newest commit of the site's branch) and on the
 * disk (development also shows uncommitted files). Paths are relative to the content folder, with
 * forward slashes. Bytes of names that are not UTF-8 are written as git prints them (`caf\351.md`).
 */
export interface ContentFiles {
  /**
   * Id of the current state (a commit id; in development the tree of the folder), or null without a
   * commit.
   */
  revision(): string | null
  /**
   * Every file of a state, in path order. Throws a RepositoryError when the state does not exist.
   */
  list(revision: string): Promise<Array<ContentFile>>
  /**
   * The differences between two states, in path order. The cost depends on the differences only.
   */
  diff(from: string, to: string): Promise<Array<FileChange>>
  /** Bytes of a blob. Throws a RepositoryError when it does not exist. */
  read(blob: string): Promise<Buffer>
  /** Size of a blob in bytes, without reading all of it. */
  size(blob: string): Promise<number>
  /**
   * Calls the listener within a second after `revision()` has changed. Returns a function that
   * stops.
   */
  watch(listener: () => void): () => void
  /**
   * Time of the last commit that changed each path, in seconds since 1970; 0 for a text that nobody
   * has changed since its import. With `known`, an earlier answer, only newer commits are read.
   * Yields to the event loop while it works.
   */
  lastChanges(revision: string, known?: LastChanges): Promise<LastChanges>
}

/**
 * Links and nested repositories are listed so that they can be reported; they are never followed.
 */
export type ListedKind = 'file' | 'link' | 'repository'

export interface ContentFile {
  path: string
  blob: string
  kind: ListedKind
}

/** `kind` is the kind after the change, or the kind before it when the path was deleted. */
export interface FileChange {
  path: string
  kind: ListedKind
  before: string | null
  after: string | null
}

export interface LastChanges {
  revision: string
  times: ReadonlyMap<string, number>
  /** Whether every path has a time; paths beyond the end of a shallow clone have none. */
  complete: boolean
}

/** A commit that changed a file. */
export interface FileCommit {
  commit: string
  author: { name: string; email: string }
  /** Author date, in seconds since 1970. */
  date: number
  message: string
  /**
   * The path after the commit, relative to the content folder; the path before it when the commit
   * deleted the file.
   */
  path: string
}

/** The author of the merges that the site makes with its remote. */
export const siteAuthor = 'Session Notes'

/** The commit that deleted a file, and the last blob of the file. */
export interface DeletedFile extends FileCommit {
  blob: string
}
