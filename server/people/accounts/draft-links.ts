import { randomBytes } from 'node:crypto'
import type { ContentType } from '#domain/content.ts'
import { createSigner } from '../../platform/secrets.ts'
import type { AccountStore } from './account-store.ts'
import type { DraftLinkRecord } from './accounts-data.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What a link shows, and until when. */
export type DraftLink = DraftLinkRecord & { url: string }

/**
 * Signed links to drafts for people without an account. The token is the id of the stored record
 * and an HMAC, so that a guess costs no look-up, and the link can be shown again to administrators.
 */
export function createDraftLinks(parts: {
  store: AccountStore
  secrets: ReadonlyArray<string>
  siteUrl: string
  now: () => Date
}) {
  const { store, siteUrl, now } = parts
  const { sign, isSigned } = createSigner(parts.secrets, 'draft links')
  const isOpen = ({ expiresAt }: DraftLinkRecord) => Date.parse(expiresAt) > now().getTime()

  const withUrl = (record: DraftLinkRecord): DraftLink => ({
    ...record,
    url: `${siteUrl}/draft/${record.id}.${sign(record.id)}`,
  })

  return {
    /** Creates a link to an item for a number of days. */
    async make(
      by: number,
      item: { type: ContentType; id: number },
      days: number,
    ): Promise<DraftLink> {
      const at = now()
      const record: DraftLinkRecord = {
        id: randomBytes(12).toString('base64url'),
        type: item.type,
        item: item.id,
        createdBy: by,
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + days * dayMs).toISOString(),
      }
      await store.addDraftLink(record)
      return withUrl(record)
    },
    /** The links that work now, newest first. */
    list: async (): Promise<Array<DraftLink>> =>
      (await store.listDraftLinks()).filter(isOpen).map(withUrl).reverse(),
    end: store.endDraftLink,
    /** What the token of an address shows; null when it is forged, expired or ended. */
    async find(token: string): Promise<DraftLinkRecord | null> {
      const [, id = '', given = ''] = /^([\w-]{16})\.([\w-]{43})$/.exec(token) ?? []
      if (!isSigned(id, given)) return null
      const record = await store.findDraftLink(id)
      return record && isOpen(record) ? record : null
    },
  }
}

export type DraftLinks = ReturnType<typeof createDraftLinks>
