/** The reason why a command could not do its work, in one sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}
