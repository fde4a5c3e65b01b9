import type { ImportKind } from '#domain/import/mapping.ts'
import { exportPartBytes, type ImportState } from '#domain/import/state.ts'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { refusalOf } from '../../api/refusal.ts'

/** How often a part is sent again when the network fails, and the first wait in milliseconds. */
const tries = 5
const firstWaitMs = 500

/**
 * Sends an export in parts and shows each answer. Resolves when the dry run has begun, or when the
 * import was cancelled. Throws as `adminCall`.
 */
export async function sendExport(
  file: File,
  system: ImportKind,
  show: (state: ImportState) => void,
): Promise<void> {
  let state = await adminCall('POST /api/import', {
    body: { system, file: file.name, size: file.size },
    key: newIdempotencyKey(),
  })
  show(state)
  while (state.kind === 'receiving') {
    state = await sendPart(file, state)
    show(state)
  }
}

async function sendPart(file: File, { id, received }: Extract<ImportState, { kind: 'receiving' }>) {
  const part = new File([file.slice(received, received + exportPartBytes)], 'part')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await adminCall('POST /api/import/parts', {
        form: { id, offset: received, file: part },
      })
    } catch (error) {
      // The server has answered: sending the part again changes nothing.
      if (refusalOf(error) || attempt === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** attempt))
    }
  }
}
