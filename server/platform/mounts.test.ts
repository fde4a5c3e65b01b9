import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mountPoints, readMounts } from './mounts.ts'

test('the folders of mounts are read with white space and letters of every script', () => {
  const text = `22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
36 22 254:0 /srv/real /srv/notes/my\\040content rw shared:1 - ext4 /dev/vda rw
37 22 0:5 / /srv/заметки rw - tmpfs tmpfs rw
`
  expect(mountPoints(text)).toEqual(new Set(['/', '/srv/notes/my content', '/srv/заметки']))
})

const isLinux = existsSync('/proc/self/mountinfo') && existsSync('/dev/shm')

test.skipIf(!isLinux)('a folder belongs to the mount above it', () => {
  const mountOf = readMounts()
  expect(mountOf('/dev/shm')).toMatch(/^\d+ \/dev\/shm$/)
  expect(mountOf('/dev')).not.toBe(mountOf('/dev/shm'))
  expect(mountOf('/dev/shm/nothing-there')).toBeNull()
})
