import type { Router } from 'express'
import { draftLinkCalls } from '#contract/draft-links.ts'
import type { ContentType } from '#domain/content.ts'
import type { DraftLinkView } from '#domain/draft-link.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { Accounts } from './accounts.ts'
import type { DraftLink, DraftLinks } from './draft-links.ts'

/** The title and the state of an item, or null. */
export type ItemState = (
  type: ContentType,
  id: number,
) => { title: string; status: 'draft' | 'scheduled' | 'published' } | null

/** Calls for links to drafts. */
export function draftLinksApi(
  links: DraftLinks,
  accounts: Accounts,
  itemState: ItemState,
  gate: CallGate,
): Router {
  async function views(found: ReadonlyArray<DraftLink>): Promise<Array<DraftLinkView>> {
    const names = new Map((await accounts.users.list()).map(({ id, username }) => [id, username]))
    return found.map(({ createdBy, ...link }) => ({
      ...link,
      ...(itemState(link.type, link.item) ?? {
        title: `${link.type} ${link.item}`,
        status: 'deleted',
      }),
      createdBy: names.get(createdBy) ?? '',
    }))
  }

  return mountCalls(draftLinkCalls, gate, {
    'GET /api/draft-links': async () => views(await links.list()),
    async 'POST /api/draft-links'({ body: { type, id, days }, person, about }) {
      about(null, { object: id })
      const item = itemState(type, id)
      if (!item) throw new HttpError(404, 'There is no such item.')
      if (item.status === 'published')
        throw new HttpError(
          409,
          'This is published already: everybody can read it at its own address.',
        )
      const [view] = await views([await links.make(person.user.id, { type, id }, days)])
      if (!view) throw new Error('The new link is missing.')
      return view
    },
    async 'DELETE /api/draft-links/{id}'({ params: { id }, about }) {
      about(null)
      if (!(await links.end(id))) throw new HttpError(404, 'There is no such link.')
      return { deleted: true, id }
    },
  })
}
