import { expect, test } from 'vitest'
import { encodedAddress, shownAt } from './shown-at.ts'

test.each([
  ['/media/2024/with space.jpg', '/media/2024/with%20space.jpg?w=320'],
  ['/media/2024/with%20space.jpg', '/media/2024/with%20space.jpg?w=320'],
  ['/media/a, b\t(1).jpg', '/media/a%2C%20b%09(1).jpg?w=320'],
  ['/media/100%.jpg', '/media/100%25.jpg?w=320'],
  ['/media/it\'s "it".jpg', '/media/it%27s%20%22it%22.jpg?w=320'],
  ['/media/größe.jpg?w=9', '/media/gr%C3%B6%C3%9Fe.jpg?w=320'],
  ['/media/\ud800.jpg', '/media/%EF%BF%BD.jpg?w=320'],
  ['https://example.org/a b?c=d,e&f=%2F', 'https://example.org/a%20b?c=d%2Ce&f=%2F'],
])('the picture %j is asked for as %j', (url, address) => {
  expect(shownAt(url, 320)).toBe(address)
  expect(encodedAddress(address)).toBe(address)
})
