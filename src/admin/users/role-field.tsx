import { type Role, roles } from '#domain/roles.ts'
import { SelectField } from '../../ui/field.tsx'

const roleNames: Readonly<Record<Role, string>> = {
  writer: 'Writer',
  editor: 'Editor',
  owner: 'Administrator',
}

/** What a person with a role may do. */
export const roleHints: Readonly<Record<Role, string>> = {
  writer: 'A writer writes drafts, and asks for a review; editors and administrators publish.',
  editor: 'An editor publishes, and has downloads, pages, the mailing list and its mails.',
  owner: 'An administrator may change everything, users and the site’s own words included.',
}

/** The choice of a role. */
export function RoleField({
  label,
  hideLabel,
  value,
  disabled,
  onChange,
}: {
  label: string
  hideLabel?: boolean
  value: Role
  disabled?: boolean
  onChange: (role: Role) => void
}) {
  return (
    <SelectField
      label={label}
      hideLabel={hideLabel}
      value={value}
      disabled={disabled}
      options={[...roles].reverse().map((role) => ({ value: role, label: roleNames[role] }))}
      onChange={(event) => onChange(event.target.value as Role)}
    />
  )
}
