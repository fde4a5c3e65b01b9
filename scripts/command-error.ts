/** The reason why a command could not do its work, in one sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * What npm and git say when there is no more room. Of a file that can't be created git gives the
 * reason, of one that can't be written it does not.
 */
const full =
  /ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|Out of diskspace|unable to write file/

/** Whether the output of a program says that there is no more room. */
export function isDiskFullMessage(output: string): boolean {
  return full.test(output)
}

/** The refusal of a command that runs a program which found the disk full. */
export function diskFullFor(program: string): CommandError {
  return new CommandError(
    `The disk is full: ${program} could not write; please make room on it and try again.`,
  )
}
