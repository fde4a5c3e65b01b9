/** The repository cannot be read as asked. The message is one sentence that names what was found, fit to be shown to whoever runs the site. */
export class RepositoryError extends Error {
  override name = 'RepositoryError'
}
