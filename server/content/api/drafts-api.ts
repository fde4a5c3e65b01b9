import { createHash } from 'node:crypto'
import type { Router } from 'express'
import { draftCalls } from '#contract/drafts.ts'
import type { ContentType } from '#domain/content.ts'
import { type DraftRemoval, type DraftStorage, draftStorage } from '#domain/device-draft.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'

/** Stores texts outside of the branch, each under the person, a device and a name. */
export interface DraftTexts {
  list(
    person: number,
  ): Promise<{ store: string | null; texts: Array<{ id: string; text: string }> }>
  put(ref: DraftTextRef, text: string): Promise<string>
  remove(ref: DraftTextRef, id?: string): Promise<void>
}

interface DraftTextRef {
  person: number
  device: string
  name: string
}

/** Calls for text that is not saved and follows its author to other devices. */
export function draftsApi(texts: DraftTexts, gate: CallGate): Router {
  return mountCalls(draftCalls, gate, {
    async 'GET /api/drafts'({ person }) {
      return draftsOf(texts, person.user.id)
    },
    async 'POST /api/drafts'({ body, person }) {
      const { device, draft } = body
      const ref = { person: person.user.id, device, name: nameOf(draft) }
      return { id: await texts.put(ref, `${JSON.stringify(body, null, 2)}\n`) }
    },
    async 'DELETE /api/drafts'({ body, person }) {
      const { device, id } = body
      await texts.remove({ person: person.user.id, device, name: nameOf(body) }, id)
      return { removed: true }
    },
  })
}

/** What a person has typed and not saved, the latest first. */
async function draftsOf(texts: DraftTexts, person: number) {
  const stored = await texts.list(person)
  const drafts = stored.texts.flatMap(({ id, text }) => {
    const read = draftStorage.safeParse(parsed(text))
    return read.success ? [{ ...read.data, id }] : []
  })
  return {
    store: stored.store,
    drafts: drafts.sort((one, other) => other.draft.at - one.draft.at),
  }
}

/** What a person has typed in an item last, on any device, and not saved; null for nothing. */
export async function typedText(texts: DraftTexts, person: number, type: ContentType, id: number) {
  const { drafts } = await draftsOf(texts, person)
  const found = drafts.find(({ draft }) => draft.kind === type && draft.item === String(id))
  return found?.draft ?? null
}

/** The name of a text: its kind and item may have characters that a ref may not. */
function nameOf({ kind, item, revision }: DraftStorage['draft'] | DraftRemoval): string {
  const key = JSON.stringify([kind, item, revision])
  return createHash('sha256').update(key).digest('hex').slice(0, 40)
}

/** The JSON of a stored text; null when somebody else has put something there. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
