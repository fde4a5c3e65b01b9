import { Download } from 'lucide-react'
import { addressOf } from '../../api/call.ts'
import { LinkButton } from '../../ui/button.tsx'

/** A link that saves the answer of a call as a file. */
export function FileLink({
  call,
  query = {},
  file,
  children,
}: {
  call: Parameters<typeof addressOf>[0]
  query?: NonNullable<Parameters<typeof addressOf>[1]>['query']
  /** The name of the file. */
  file: string
  children: string
}) {
  return (
    <LinkButton
      href={addressOf(call, { query })}
      download={file}
      // The router must not handle the link, because it is a file.
      rel="external"
      icon={<Download />}
    >
      {children}
    </LinkButton>
  )
}
