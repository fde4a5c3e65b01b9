import type { Router } from 'express'
import { reviewCalls } from '#contract/reviews.ts'
import type { ContentType } from '#domain/content.ts'
import type { DraftStorage } from '#domain/device-draft.ts'
import type { ReviewView } from '#domain/review.ts'
import { hasRole } from '#domain/roles.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { AccountStore } from './account-store.ts'
import type { ReviewRecord } from './accounts-data.ts'
import type { ItemState } from './draft-links-api.ts'

/** What a person has typed in an item last, and not saved; null for nothing. */
export type TypedText = (
  person: number,
  type: ContentType,
  id: number,
) => Promise<DraftStorage['draft'] | null>

/** Calls of writers and editors for reviews. */
export function reviewsApi(parts: {
  store: AccountStore
  itemState: ItemState
  typedText: TypedText
  now: () => Date
  gate: CallGate
}): Router {
  const { store, itemState, typedText, now, gate } = parts

  async function views(found: ReadonlyArray<ReviewRecord>, person: SignedIn) {
    const names = new Map((await store.listUsers()).map(({ id, username }) => [id, username]))
    return found.flatMap((review): Array<ReviewView> => {
      const { type, item: id, ofDraft, askedBy, askedAt, note, returnedBy } = review
      const item = itemState(type, id)
      if (!item || (ofDraft && item.status !== 'draft')) return []
      return [
        {
          type,
          id,
          ...item,
          state: returnedBy === null ? 'asked' : 'returned',
          note,
          askedBy: names.get(askedBy) ?? '',
          askedAt,
          returnedBy: returnedBy === null ? null : (names.get(returnedBy) ?? ''),
          isMine: askedBy === person.user.id,
        },
      ]
    })
  }

  async function storeReview(review: ReviewRecord, person: SignedIn): Promise<ReviewView> {
    await store.putReview(review)
    const [view] = await views([review], person)
    if (!view) throw missing()
    return view
  }

  const found = async (type: string, id: number) => {
    const review = await store.findReview(`${type}/${id}`)
    if (!review) throw missing()
    return review
  }

  return mountCalls(reviewCalls, gate, {
    'GET /api/reviews': async ({ person }) => views(await store.listReviews(), person),
    async 'POST /api/reviews'({ body: { type, id, note }, person }) {
      const item = itemState(type, id)
      if (!item) throw new HttpError(404, 'There is no such item.')
      const review = {
        id: `${type}/${id}`,
        type,
        item: id,
        ofDraft: item.status === 'draft',
        askedBy: person.user.id,
        askedAt: now().toISOString(),
        note,
        returnedBy: null,
      }
      return storeReview(review, person)
    },
    async 'POST /api/reviews/return'({ body: { type, id, note }, person }) {
      return storeReview({ ...(await found(type, id)), note, returnedBy: person.user.id }, person)
    },
    async 'DELETE /api/reviews/{kind}/{id}'({ params: { kind, id }, person: { user } }) {
      const review = await found(kind, id)
      if (review.askedBy !== user.id && !hasRole(user.role, 'editor'))
        throw new HttpError(403, 'Only editors end the reviews of others.')
      await store.endReview(review.id)
      return { ended: true }
    },
    async 'GET /api/reviews/{kind}/{id}/text'({ params: { kind, id } }) {
      const review = await found(kind, id)
      const text = await typedText(review.askedBy, review.type, review.item)
      return { text: text && { base: text.base, values: text.values, at: text.at } }
    },
  })
}

const missing = () => new HttpError(404, 'Nobody has asked for a review of this.')
