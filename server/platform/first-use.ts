/** Opens something at the first `get`. After a failure, the next one tries again. */
export function firstUse<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>) {
  let opening: Promise<Opened> | null = null
  return {
    get(): Promise<Opened> {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },
    /** Closes it if it is open. */
    async close(): Promise<void> {
      const opened = await opening?.catch(() => null)
      await opened?.close()
    },
  }
}
