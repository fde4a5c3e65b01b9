// The process in which `run-command.ts` starts commands. It ends with the process that has started
// it.
import { execFile } from 'node:child_process'

process.on('message', ({ id, program, args, options, input }) => {
  const child = execFile(program, args, options, (error, stdout, stderr) => {
    const failure = error && { message: error.message, code: error.code }
    // The other process may have ended meanwhile: nobody waits for this answer any more.
    process.send({ id, stdout, stderr, failure }, () => {})
  })
  // A command may end without reading all; its exit code tells whether that is a failure.
  child.stdin.on('error', () => {})
  if (input !== undefined) child.stdin.end(input)
})
process.on('disconnect', () => process.exit())
