/** What keeps a backup from being made or restored, in one sentence for whoever runs it. */
export class BackupError extends Error {
  override name = 'BackupError'
}
