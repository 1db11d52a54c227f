// biome-ignore-all format: words stand several a line, by meaning
import type { OfferWords } from '../language.ts';

export const germanOffers: OfferWords = {
  creates: ['hinzufügen', 'erstellen', 'anlegen', 'neu', 'neue', 'neuer', 'neues', 'einfügen', 'schreiben', 'verfassen', 'eintragen',
    // As orders.
    'erstelle', 'füge hinzu', 'füge ein', 'lege an', 'schreibe', 'verfasse', 'trage ein'],
  saves: ['speichern', 'änderungen speichern', 'sichern', 'übernehmen', 'anwenden', 'fertig', 'bestätigen', 'absenden', 'senden', 'abschicken',
    'aktualisieren', 'anlegen', 'erstellen', 'hinzufügen', 'abschließen', 'weiter', 'ja', 'veröffentlichen'],
  keeps: ['(?:(?:alle )?(?:änderungen|einstellungen) )?(?:speichern|übernehmen|sichern|aktualisieren)'],
  everything: ['alle', 'allen', 'jede', 'überall'],
  unnamed: ['neue[rs]?', 'unbenannt', 'ohne titel'],
  closes: ['schließen', 'fertig'],
  anything: ['alle', 'alles', 'jeder', 'beliebig'],
  refuses: ['abbrechen', 'schließen', 'verwerfen', 'zurück', 'nein', 'nicht jetzt', 'zurücksetzen', 'leeren'],
  same: ['duplizieren|dupliziere|kopieren|kopiere|klonen', 'bearbeiten|bearbeite|ändern|ändere|umbenennen|benenne um|aktualisieren',
    'archivieren|archiviere', 'genehmigen|genehmige|annehmen|akzeptieren|freigeben', 'ablehnen|lehne ab|zurückweisen',
    'antworten|antworte auf|beantworten|beantworte', 'sperren|sperre', 'entsperren|entsperre', 'ausblenden|blende aus|verstecken|verstecke',
    'einblenden|blende ein', 'deaktivieren|deaktiviere|ausschalten|schalte aus', 'aktivieren|aktiviere|einschalten|schalte ein',
    'anpinnen|anheften|hefte an|pinne an', 'einladen|teilen|teile'],
  edits: ['bearbeiten', 'ändern', 'umbenennen', 'anpassen', 'verwalten', 'konfigurieren'],
  details: ['(?:mehr )?details', 'öffnen', 'ansehen'],
  more: ['mehr', 'weitere', 'optionen', 'aktionen', 'menü'],
  puts: ['setze', 'setz', 'füge', 'gib', 'versieh', 'hänge'],
  next: ['weiter', 'nächster', 'nächste', 'fortfahren'],
};
