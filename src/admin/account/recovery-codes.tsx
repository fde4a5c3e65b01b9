import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/show-toast.ts'

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    void showToast({ title: 'Codes copied', description: 'Paste them where they are safe.' })
  } catch {
    // Pages without https may not write to the clipboard.
    void showToast({
      title: 'Please copy the codes yourself',
      description: 'This browser does not allow it here.',
    })
  }
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: ReadonlyArray<string>; onDone(): void }) {
  return (
    <div className="grid gap-4">
      <p className="notice" role="status">
        Keep these recovery codes where your phone is not. Each signs you in once, in place of the
        app. They are shown only here and now.
      </p>
      <ul className="grid gap-1 font-mono text-small sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onDone}>
          I Have Kept Them
        </Button>
        <Button onClick={() => copyText(codes.join('\n'))}>Copy Codes</Button>
      </div>
    </div>
  )
}
