/** The repository cannot be read as requested. The message is one sentence for the operator of the site. */
export class RepositoryError extends Error {
  override name = 'RepositoryError'
}
