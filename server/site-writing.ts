import type { Request, RequestHandler } from 'express'
import { createAdminItems } from './content/admin-items.ts'
import type { RenderBody } from './content/body.ts'
import { createSaving } from './content/saving/saving.ts'
import type { ContentStore } from './content/store.ts'
import { createContentIds } from './content-ids.ts'
import type { WriteLane } from './git/write-lane.ts'
import { contentWriteApi } from './http/content-write-api.ts'
import type { SignedIn } from './http/signed-in.ts'
import type { Log } from './log.ts'

/** Joins what administrators need to change content: the store, the write lane and the ids. */
export function joinWriting(parts: {
  store: ContentStore
  read: (blob: string) => Uint8Array
  lane: WriteLane
  renderBody: RenderBody
  who: (req: Request) => Promise<SignedIn | null>
  dataDir: string
  siteUrl: string
  now: () => Date
  log: Log
}): RequestHandler {
  const { store, read, lane, renderBody, now } = parts
  const saving = createSaving({
    store,
    read,
    commit: lane.commit,
    renderBody,
    ids: createContentIds(parts.dataDir, parts.log),
    now,
  })
  const host = new URL(parts.siteUrl).hostname
  return contentWriteApi({
    who: parts.who,
    items: createAdminItems({ store, read, renderBody }),
    saving,
    authorOf: ({ user }) => ({ name: user.name || user.username, email: user.email || `${user.username}@${host}` }),
  })
}
