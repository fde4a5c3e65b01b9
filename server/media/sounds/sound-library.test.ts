import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flacOf, riffChunk, tone, wavOf } from '../../../tests/sample-sounds.ts'
import { RefusedError } from '../../platform/errors.ts'
import { createSoundLibrary, type RunSoundTask } from './sound-library.ts'
import { soundTasks } from './sound-tasks.ts'

const wav = wavOf([tone(0.2)])
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sounds-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Why the thread did not finish a task. */
class Ended extends RefusedError {
  kind: 'too-slow' | 'failed' = 'too-slow'
}

/**
 * A library after a start with one sound, in whose thread decoding ends by `refusal`. `asked` are
 * the tasks of the thread.
 */
function library(blob: string, refusal: Ended | null) {
  const asked: Array<string> = []
  const run: RunSoundTask = async (task, input) => {
    asked.push(task)
    if (task === 'inspectSound' && refusal) throw refusal
    return soundTasks[task](input) as never
  }
  const files = { blobAt: () => blob, read: async () => wav, size: async () => wav.length }
  const loadSharp = () => import('sharp').then((module) => module.default)
  return {
    asked,
    ...createSoundLibrary({ files, cacheDir: folder, run, loadSharp, report: () => {} }),
  }
}

test('the bytes of a sound are served without decoding it', async () => {
  const sounds = library('served', null)
  const found = await sounds.find('/media/a.wav', false)
  if (typeof found === 'string') throw new Error(found)
  expect([found.type, (await found.bytes())?.length]).toEqual(['audio/wav', wav.length])
  expect(sounds.asked).not.toContain('inspectSound')
})

test('a sound that takes too long to decode is decoded once, also over a restart, and stays a sound of its article', async () => {
  const slow = new Ended()
  const sounds = library('slow', slow)
  for (let times = 0; times < 3; times += 1)
    expect(await sounds.facts('/media/a.wav')).toMatchObject({
      format: 'wav',
      loudness: null,
      peaks: null,
    })
  expect(await sounds.find('/media/a.wav', true)).toMatchObject({ type: 'image/png' })
  expect(sounds.asked.filter((task) => task === 'inspectSound')).toHaveLength(1)
  const later = library('slow', slow)
  expect(await later.facts('/media/a.wav')).toMatchObject({ format: 'wav' })
  expect(later.asked).toEqual([])
})

test('a sound that ends the thread is tried again at the next start only', async () => {
  const sounds = library('fatal', Object.assign(new Ended(), { kind: 'failed' as const }))
  for (let times = 0; times < 3; times += 1)
    expect(await sounds.facts('/media/a.wav')).toMatchObject({ format: 'wav' })
  expect(sounds.asked.filter((task) => task === 'inspectSound')).toHaveLength(1)
  expect(await library('fatal', null).facts('/media/a.wav')).toMatchObject({
    peaks: expect.any(Array),
  })
})

/** Mono, a thousand samples of a byte in a second, for three hours. */
function longWav(): Buffer {
  const format = Buffer.from([1, 0, 1, 0, 0xe8, 3, 0, 0, 0xe8, 3, 0, 0, 1, 0, 8, 0])
  const chunks = [riffChunk('fmt ', format), riffChunk('data', Buffer.alloc(11_000_000, 128))]
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks])
}

/**
 * Frames of silence: 65,535 samples in 13 bytes each. The header does not say how many there are.
 */
const denseFlac = () =>
  Buffer.concat([flacOf(tone(0)), Buffer.from('fff8790800fffe420000006fa6'.repeat(300), 'hex')])

test.each([
  ['whose header declares many hours', longWav],
  ['that holds more samples than its bytes can', denseFlac],
])('a sound %s is not decoded to its end', async (_what, bytes) => {
  expect(await soundTasks.inspectSound(bytes())).toMatchObject({ facts: { peaks: null } })
})
