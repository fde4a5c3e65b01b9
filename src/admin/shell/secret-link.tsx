import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'

/** Copies a link or another secret; where the browser does not allow that, selects it in its field or shows it. */
export async function copyLink(
  url: string,
  {
    description = 'Send it to the person it is for.',
    field = null,
    word = 'Link',
  }: { description?: string; field?: HTMLInputElement | null; word?: 'Link' | 'Token' } = {},
): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    void showToast({ title: `${word} copied`, description })
  } catch {
    // Pages without https may not write to the clipboard.
    field?.select()
    const how = field ? 'It is selected: press Ctrl+C or ⌘C.' : url
    void showToast({ title: `Please copy the ${word.toLowerCase()} yourself`, description: how })
  }
}

/**
 * A link or a token that is passed on by hand, with a button that copies it; `children` are further buttons.
 * `copied` says what to do with the copy.
 */
export function SecretLink({
  label,
  url,
  hint,
  copied,
  word = 'Link',
  children,
}: {
  label: string
  url: string
  hint: ReactNode
  copied: string
  word?: 'Link' | 'Token'
  children?: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)

  return (
    <div className="grid gap-3">
      <TextField
        ref={field}
        label={label}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        hint={hint}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<Copy />}
          onClick={() => copyLink(url, { description: copied, field: field.current, word })}
        >
          Copy {word}
        </Button>
        {children}
      </div>
    </div>
  )
}
