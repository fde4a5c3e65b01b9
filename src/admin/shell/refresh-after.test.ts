import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangedItem } from '#domain/content-event.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { createQueryClient } from './query-client.ts'
import { refreshAfter } from './refresh-after.ts'

test('a change that is announced before the first answer arrives is fetched after it', async () => {
  const queries = createQueryClient()
  const answers: Array<(item: { revision: string }) => void> = []
  const observer = new QueryObserver(queries, {
    queryKey: contentKeys.item('articles', 1),
    queryFn: () => new Promise<{ revision: string }>((resolve) => answers.push(resolve)),
  })
  onTestFinished(observer.subscribe(() => {}))
  const shown = () => observer.getCurrentResult().data?.revision
  await expect.poll(() => answers.length).toBe(1)

  const item: ChangedItem = {
    type: 'articles',
    id: 1,
    title: 'Warp',
    change: 'updated',
    revision: 'new',
    author: null,
    at: null,
    message: null,
  }
  refreshAfter(queries, { kind: 'change', revision: 'c', items: [item], more: false, media: false })
  answers[0]?.({ revision: 'old' })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ revision: 'new' })
  await expect.poll(shown).toBe('new')
})
