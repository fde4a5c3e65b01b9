import { expect, test } from 'vitest'
import { bodyChanges } from './body-changes.ts'

test.each([
  ['nothing', 'One.\n\nTwo.\n', 'One.\n\nTwo.\n', [{ kind: 'same', text: 'One.\n\nTwo.\n' }]],
  [
    'a block in the middle',
    'One.\n\nTwo.\n\nThree.',
    'One.\n\nTwo!\n\nThree.',
    [
      { kind: 'same', text: 'One.' },
      { kind: 'changed', before: 'Two.', after: 'Two!' },
      { kind: 'same', text: 'Three.' },
    ],
  ],
  [
    'a new block at the end',
    'One.',
    'One.\n\nTwo.',
    [
      { kind: 'same', text: 'One.' },
      { kind: 'changed', before: '', after: 'Two.' },
    ],
  ],
  ['everything', '', 'One.', [{ kind: 'changed', before: '', after: 'One.' }]],
])('%s was changed', (_, before, after, expected) => {
  expect(bodyChanges(before, after)).toEqual(expected)
})
