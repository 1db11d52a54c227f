// biome-ignore-all format: words stand several a line, by meaning
import type { OfferWords } from '../page-words.ts';

export const frenchOffers: OfferWords = {
  creates: ['ajouter', 'créer', 'nouveau', 'nouvelle', 'nouvel', 'insérer', 'écrire', 'rédiger',
    // As orders.
    'ajoute', 'ajoutez', 'crée', 'créez', 'écris', 'rédige', 'rédigez'],
  saves: ['enregistrer', 'enregistrer les modifications', 'sauvegarder', 'appliquer', 'terminé', 'terminer', 'valider', 'confirmer', 'envoyer',
    'soumettre', 'mettre à jour', 'créer', 'ajouter', 'continuer', 'oui', 'publier'],
  keeps: ['(?:enregistrer|appliquer|sauvegarder|valider|mettre à jour)(?: (?:les|toutes les|modifications|préférences|réglages|paramètres))*'],
  pairs: ['les deux'],
  everything: ['tous', 'toutes', 'partout'],
  unnamed: ['nouveau', 'nouvel', 'nouvelle', 'sans titre', 'sans nom'],
  closes: ['fermer', 'terminé'],
  anything: ['tous', 'toutes', 'tout'],
  drafts: ['(?:enregistrer|sauvegarder)(?: (?:comme|en|le))? brouillon'],
  searchedBy: ['par'],
  unset: ['aucun(?:e)?', 'sans', '(?:choisir|sélectionner)(?: une?| le| la)?'],
  administers: ['administration', 'configuration', 'gestion'],
  repeats: ['(?:en )?ajouter (?:un|une|d[’\']) ?autres?.*'],
  refuses: ['annuler', 'fermer', 'ignorer', 'retour', 'abandonner', 'non', 'pas maintenant', 'réinitialiser', 'effacer'],
  same: ['dupliquer|duplique|dupliquez|copier|copie|cloner', 'modifier|modifie|modifiez|éditer|changer|renommer|renomme|mettre à jour',
    'archiver|archive|archivez', 'approuver|approuve|approuvez|accepter|accepte', 'refuser|refuse|refusez|rejeter|rejette',
    'répondre|réponds à|répondez à', 'verrouiller|verrouille', 'déverrouiller|déverrouille', 'masquer|masque|cacher|cache', 'afficher|affiche',
    'désactiver|désactive|désactivez', 'activer|active|activez', 'épingler|épingle', 'inviter|partager|partage'],
  edits: ['modifier', 'éditer', 'changer', 'renommer', 'gérer', 'personnaliser', 'configurer'],
  makes: ['fais', 'faites'],
  sets: ['définir', 'choisir', 'régler'],
  covers: ['fenêtre', 'panneau', 'boîte de dialogue', 'menu', 'aperçu'],
  details: ['(?:plus de )?détails', 'ouvrir', 'voir'],
  more: ['plus', 'options', 'autres actions'],
  puts: ['mets', 'mettez', 'ajoute', 'ajoutez', 'applique', 'appliquez', 'attribue'],
  next: ['suivant', 'suivante', 'continuer', 'poursuivre'],
};
