import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { checkedOutBranch, headCommit } from './refs.ts'

test('a branch is found loose, packed, and loose above an older packed one', async () => {
  await using repository = await temporaryRepository()
  const gitDir = repository.path('.git')
  const first = await repository.commit()
  await repository.git('branch', 'feature/deep')
  await repository.git('tag', '-a', '-m', 'tag', 'v1')
  expect(headCommit(gitDir, gitDir, 'main')).toBe(first)
  await repository.git('pack-refs', '--all')
  expect(headCommit(gitDir, gitDir, 'main')).toBe(first)
  expect(headCommit(gitDir, gitDir, 'feature/deep')).toBe(first)
  const second = await repository.commit()
  expect(headCommit(gitDir, gitDir, 'main')).toBe(second)
  expect(headCommit(gitDir, gitDir, null)).toBe(second)
  expect(headCommit(gitDir, gitDir, 'feature')).toBeNull()
  expect(headCommit(gitDir, gitDir, 'absent')).toBeNull()
})

test('HEAD is followed when it is detached, and to a branch that has no commit yet', async () => {
  await using repository = await temporaryRepository()
  const gitDir = repository.path('.git')
  expect([
    checkedOutBranch(gitDir),
    headCommit(gitDir, gitDir, 'main'),
    headCommit(gitDir, gitDir, null),
  ]).toEqual(['main', null, null])
  const first = await repository.commit()
  await repository.commit()
  await repository.git('checkout', '-q', first)
  expect(checkedOutBranch(gitDir)).toBeNull()
  expect(headCommit(gitDir, gitDir, null)).toBe(first)
})

test('a symbolic branch is followed, and one that refers to itself is refused', async () => {
  await using repository = await temporaryRepository()
  const gitDir = repository.path('.git')
  const first = await repository.commit()
  await repository.git('symbolic-ref', 'refs/heads/live', 'refs/heads/main')
  expect(headCommit(gitDir, gitDir, 'live')).toBe(first)
  await repository.git('symbolic-ref', 'refs/heads/live', 'refs/heads/live')
  expect(() => headCommit(gitDir, gitDir, 'live')).toThrow(
    new RepositoryError('The branch live points in a circle.'),
  )
})

test('a ref that another program truncates and rewrites is read completely', async () => {
  await using repository = await temporaryRepository()
  const gitDir = repository.path('.git')
  const commit = await repository.commit()
  const path = repository.path('.git/refs/heads/main')
  const rewrite = `
    const { writeFileSync } = require('node:fs')
    const { workerData: { path, text }, parentPort } = require('node:worker_threads')
    const empty = () => { writeFileSync(path, ''); setTimeout(fill, 1) }
    const fill = () => { writeFileSync(path, text); setTimeout(empty, 1) }
    empty()
    parentPort.postMessage('ready')
  `
  const worker = new Worker(rewrite, { eval: true, workerData: { path, text: `${commit}\n` } })
  await new Promise((resolve) => worker.once('message', resolve))
  const seen = new Set(Array.from({ length: 300 }, () => headCommit(gitDir, gitDir, 'main')))
  await worker.terminate()
  expect([...seen]).toEqual([commit])
})

test('a ref that stays empty or contains something else is reported, and so is a missing HEAD', async () => {
  await using repository = await temporaryRepository()
  const gitDir = repository.path('.git')
  await repository.commit()
  const path = repository.path('.git/refs/heads/main')
  for (const text of ['', 'nonsense\n', '0123\n']) {
    writeFileSync(path, text)
    expect(() => headCommit(gitDir, gitDir, 'main')).toThrow(
      new RepositoryError(`${path} contains no commit id.`),
    )
  }
  rmSync(path)
  appendFileSync(repository.path('.git/packed-refs'), 'broken refs/heads/main\n')
  expect(() => headCommit(gitDir, gitDir, 'main')).toThrow(
    /packed-refs contains no commit id for refs\/heads\/main\.$/,
  )
  mkdirSync(path)
  expect(() => headCommit(gitDir, gitDir, 'main')).toThrow(RepositoryError)
  rmSync(repository.path('.git/HEAD'))
  expect(() => headCommit(gitDir, gitDir, null)).toThrow(/HEAD is missing\.$/)
})
