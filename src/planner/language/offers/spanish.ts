// biome-ignore-all format: words stand several a line, by meaning
import type { OfferWords } from '../page-words.ts';

export const spanishOffers: OfferWords = {
  creates: ['añadir', 'agregar', 'crear', 'nuevo', 'nueva', 'insertar', 'escribir', 'redactar',
    // As orders.
    'añade', 'agrega', 'crea', 'escribe', 'redacta'],
  saves: ['guardar', 'guardar cambios', 'aplicar', 'listo', 'hecho', 'aceptar', 'confirmar', 'enviar', 'actualizar', 'crear', 'añadir', 'agregar',
    'finalizar', 'terminar', 'continuar', 'sí', 'publicar'],
  keeps: ['(?:guardar|aplicar|actualizar)(?: (?:los|todos|cambios|ajustes|preferencias|configuración))*'],
  pairs: ['ambos', 'ambas'],
  everything: ['todos', 'todas'],
  unnamed: ['nuevo', 'nueva', 'sin título', 'sin nombre'],
  closes: ['cerrar', 'listo'],
  anything: ['todos', 'todas', 'todo', 'cualquiera'],
  drafts: ['guardar(?: (?:como|el))? borrador'],
  searchedBy: ['por'],
  unset: ['ning[uú]n(?:a)?', 'sin', '(?:elegir|seleccionar)(?: una?| el| la)?'],
  administers: ['administración', 'panel de control'],
  repeats: ['(?:añadir|agregar) (?:otro|otra|más).*'],
  refuses: ['cancelar', 'cerrar', 'descartar', 'atrás', 'volver', 'no', 'ahora no', 'restablecer', 'borrar'],
  same: ['duplicar|duplica|copiar|copia|clonar', 'editar|edita|cambiar|cambia|modificar|modifica|renombrar|renombra|actualizar', 'archivar|archiva',
    'aprobar|aprueba|aceptar|acepta', 'rechazar|rechaza|denegar', 'responder|responde a|contestar', 'bloquear|bloquea', 'desbloquear|desbloquea',
    'ocultar|oculta', 'mostrar|muestra', 'desactivar|desactiva|deshabilitar', 'activar|activa|habilitar', 'fijar|fija|anclar',
    'invitar|compartir|comparte'],
  edits: ['editar', 'cambiar', 'modificar', 'renombrar', 'gestionar', 'administrar', 'personalizar', 'configurar'],
  makes: ['haz', 'haga'],
  sets: ['establecer', 'elegir', 'fijar', 'seleccionar'],
  covers: ['ventana', 'panel', 'diálogo', 'menú', 'vista previa'],
  details: ['(?:más )?detalles', 'abrir', 'ver'],
  more: ['más', 'opciones', 'acciones', 'menú'],
  puts: ['pon', 'añade', 'agrega', 'aplica', 'asigna'],
  next: ['siguiente', 'continuar'],
};
