import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { type RunningSite, runningSite } from './running-site.ts'
import { animatedPng, animation, photo } from './sample-pictures.ts'

const pictures: Record<string, Buffer> = {
  'photo.jpg': await photo('jpeg'),
  'turned.jpg': await photo('jpeg', 6),
  'photo.png': await photo('png'),
  'photo.webp': await photo('webp'),
  'moving.gif': await animation('gif'),
  'moving.webp': await animation('webp'),
  'moving.png': await animatedPng(),
}

let site: RunningSite
beforeAll(async () => {
  site = await runningSite({
    files: Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [`media/2026/${name}`, bytes])),
  })
})
afterAll(() => site[Symbol.asyncDispose]())

const get = (name: string, Accept = '*/*') => ask(site.url, `/media/2026/${name}`, { headers: { Accept } })

test.each(['photo.jpg', 'turned.jpg', 'photo.png', 'photo.webp'])(
  'the %s that a writer committed is served without what tells of maker and place, in every width',
  async (name) => {
    expect(pictures[name]?.includes('Secret')).toBe(true)
    for (const address of [name, `${name}?w=320`]) {
      const { status, body } = await get(address)
      const { exif, xmp, orientation, width, height } = await sharp(body).metadata()
      expect([address, status, exif, xmp, orientation]).toEqual([address, 200, undefined, undefined, undefined])
      expect([width, height]).toEqual(name === 'turned.jpg' ? [40, 60] : [60, 40])
      expect(body.includes('Secret')).toBe(false)
    }
    // The file itself must not change.
    expect((await site.repository.git('status', '--porcelain')).trim()).toBe('')
  },
)

test.each(['photo.jpg', 'photo.png', 'photo.webp'])('the pixels of an upright %s are the file’s own', async (name) => {
  const raw = (bytes?: Buffer) => sharp(bytes).raw().toBuffer()
  expect(await raw((await get(name)).body)).toEqual(await raw(pictures[name]))
})

test.each(['moving.gif', 'moving.webp'])('%s goes on moving, in every width and format', async (name) => {
  for (const [address, accept] of [
    [name, '*/*'],
    [`${name}?w=320`, '*/*'],
    [`${name}?w=320`, 'image/avif,image/webp,*/*'],
  ] as const) {
    const { body } = await get(address, accept)
    expect(await sharp(body, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [200, 200, 200],
      loop: 0,
    })
  }
})

test('an animated PNG stays animated, in every width and format', async () => {
  for (const accept of ['*/*', 'image/avif,image/webp,*/*'])
    for (const address of ['moving.png', 'moving.png?w=320']) {
      const { headers, body } = await get(address, accept)
      expect([address, headers['content-type'], body.includes('acTL'), body.includes('fdAT')]).toEqual([
        address,
        'image/png',
        true,
        true,
      ])
      expect(body.includes('Secret')).toBe(false)
    }
})
