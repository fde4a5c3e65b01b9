import { describe, expect, it } from 'vitest'
import { waitingAddress, waitingKey, waitingPicturesIn, withPictures } from './waiting-picture.ts'

const one = '0123456789abcdef0123456789abcdef'
const two = 'f'.repeat(32)
const item = {
  title: 'T',
  imageUrl: waitingAddress(one),
  articles: [{ content: `A ![x](${waitingAddress(two)}) and ![y](${waitingAddress(one)}).` }],
  readTime: 5,
  file: new Blob(['x']),
}

describe('a waiting picture', () => {
  it('is found wherever it stands', () => {
    expect([...waitingPicturesIn(item)]).toEqual([one, two])
    expect([...waitingPicturesIn({ content: 'waiting-picture:short', at: null })]).toEqual([])
  })

  it('gets its address where that is known, and nowhere else', () => {
    const next = withPictures(item, (key) => (key === one ? '/media/2026/a.png' : null))
    expect(next.imageUrl).toBe('/media/2026/a.png')
    expect(next.articles[0]?.content).toBe(
      `A ![x](${waitingAddress(two)}) and ![y](/media/2026/a.png).`,
    )
    expect(next.file).toBe(item.file)
  })

  it('leaves a value that holds none as the very same', () => {
    expect(withPictures(item, () => null)).toBe(item)
  })

  it('has a key only in an address of its own', () => {
    expect(waitingKey(waitingAddress(one))).toBe(one)
    expect(waitingKey(`x ${waitingAddress(one)}`)).toBeNull()
    expect(waitingKey('/media/a.png')).toBeNull()
  })
})
