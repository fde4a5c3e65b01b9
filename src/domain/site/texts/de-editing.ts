/** What people who write for the site read on its pages, in German. */
export const editingGerman = {
  notPublic: 'Nicht öffentlich',
  draftPage: 'Entwurf',
  scheduledPage: 'Geplant',
  sharedUntil:
    'Diese Seite ist noch nicht veröffentlicht und kann sich ändern. Sie wurde bis {time} ({zone}) mit Ihnen geteilt.',
  shownFrom: 'Besucher sehen diese Seite ab {time} ({zone}).',
  administratorsOnly: 'Diese Seite sehen nur angemeldete Administratoren.',
  openInEditor: 'Im Editor öffnen',
  edit: 'Bearbeiten',
}
