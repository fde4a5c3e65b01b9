import { expect, test } from 'vitest'
import { emptyForm } from './item-form.ts'
import { rebasedForm } from './rebase.ts'

const base = { ...emptyForm('articles'), title: 'T', excerpt: 'E', content: 'One.\n\nTwo.\n', tags: ['a'] }

test('what only one of both changed is kept', async () => {
  const mine = { ...base, title: 'Mine', content: 'One, mine.\n\nTwo.\n' }
  const theirs = { ...base, excerpt: 'Theirs', content: 'One.\n\nTwo, theirs.\n' }
  for (const side of ['mine', 'theirs'] as const)
    expect(await rebasedForm(base, mine, theirs, side)).toEqual({
      ...base,
      title: 'Mine',
      excerpt: 'Theirs',
      content: 'One, mine.\n\nTwo, theirs.\n',
    })
})

test('where both changed the same, the chosen side stands, and only there', async () => {
  const mine = { ...base, title: 'Mine', tags: ['a', 'm'], content: 'One, mine.\n\nTwo.\n\nThree.\n' }
  const theirs = { ...base, title: 'Theirs', tags: ['a', 't'], content: 'One, theirs.\n\nTwo.\n' }
  expect(await rebasedForm(base, mine, theirs, 'mine')).toEqual(mine)
  expect(await rebasedForm(base, mine, theirs, 'theirs')).toEqual({
    ...theirs,
    content: 'One, theirs.\n\nTwo.\n\nThree.\n',
  })
})
