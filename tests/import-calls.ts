import { exportPartBytes, type ImportState } from '#domain/import/state.ts'
import { ask } from './http-client.ts'
import { multipart } from './multipart.ts'
import { eventually } from './running-site.ts'
import type { Administrator } from './signed-in-site.ts'

type Of<Kind extends ImportState['kind']> = Extract<ImportState, { kind: Kind }>

/** The calls of the import, as the screen makes them. */
export function importCalls(site: { url: string }, ada: Administrator) {
  const state = async () => (await ada.call<ImportState>('GET', '/api/import')).body
  const begin = (system: string, file: string, size: number) =>
    ada.call<ImportState>('POST', '/api/import', { system, file, size })
  const part = async (id: string, offset: number, bytes: Uint8Array) => {
    const { body, headers } = multipart([
      { name: 'id', bytes: id },
      { name: 'offset', bytes: String(offset) },
      { filename: 'part', bytes },
    ])
    const answer = await ask(site.url, '/api/import/parts', {
      method: 'POST',
      headers: { ...headers, Cookie: ada.cookie },
      body,
    })
    return {
      status: answer.status,
      body: JSON.parse(answer.text) as ImportState & { message?: string },
    }
  }
  /** Waits until the import is in one of these states. */
  const reached = <Kind extends ImportState['kind']>(...kinds: Array<Kind>): Promise<Of<Kind>> =>
    eventually(async () => {
      const now = await state()
      return kinds.some((kind) => kind === now.kind) && (now as Of<Kind>)
    }, 120_000)
  return {
    state,
    begin,
    part,
    reached,
    act: (what: 'confirm' | 'undo' | 'cancel', id: string) =>
      ada.call<ImportState & { message?: string }>('POST', `/api/import/${what}`, { id }),
    /** Sends a whole export. Resolves with the end of its dry run. */
    async send(system: string, file: string, content: string | Uint8Array) {
      const bytes = Buffer.from(content)
      const { body } = await begin(system, file, bytes.length)
      const { id } = body as Of<'receiving'>
      for (let offset = 0; offset < bytes.length; offset += exportPartBytes)
        await part(id, offset, bytes.subarray(offset, offset + exportPartBytes))
      return reached('ready', 'failed')
    },
  }
}
