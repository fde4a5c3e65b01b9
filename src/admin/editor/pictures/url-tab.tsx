import { LiteralField } from '../../../ui/field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import type { TypedAddress } from './picture-address.ts'

/** The address of a picture, and whether to copy it into the library (rulings, section 6b). */
export function UrlTab({
  typed,
  address,
  copy,
  disabled,
  onType,
  onCopy,
  onEnter,
}: {
  typed: string
  address: TypedAddress
  copy: boolean
  disabled: boolean
  onType: (typed: string) => void
  onCopy: (copy: boolean) => void
  onEnter: () => void
}) {
  return (
    <div className="grid gap-3">
      <LiteralField
        label="Image URL"
        data-autofocus
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        disabled={disabled}
        error={address.kind === 'invalid' ? 'Please enter a valid URL' : undefined}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnter()
        }}
      />
      {address.kind === 'foreign' && (
        <SwitchField
          label="Copy into the media library"
          hint={
            address.shown
              ? 'Else the picture stays on the other site, and is gone here when it goes there.'
              : 'Browsers show no pictures from http addresses here, so this one is copied.'
          }
          checked={copy || !address.shown}
          disabled={disabled || !address.shown}
          onChange={({ target }) => onCopy(target.checked)}
        />
      )}
    </div>
  )
}
