// biome-ignore-all format: words stand several a line, by meaning
import type { OfferWords } from '../page-words.ts';

export const portugueseOffers: OfferWords = {
  creates: ['adicionar', 'criar', 'novo', 'nova', 'inserir', 'escrever',
    // As orders.
    'adicione', 'adiciona', 'crie', 'cria', 'insira', 'escreva'],
  saves: ['salvar', 'salvar alterações', 'guardar', 'gravar', 'aplicar', 'concluir', 'concluído', 'pronto', 'confirmar', 'enviar', 'atualizar',
    'criar', 'adicionar', 'finalizar', 'continuar', 'sim', 'publicar'],
  keeps: ['(?:salvar|guardar|gravar|aplicar|atualizar)(?: (?:as|todas|alterações|configurações|preferências))*'],
  pairs: ['ambos', 'ambas'],
  everything: ['todos', 'todas'],
  unnamed: ['novo', 'nova', 'sem título', 'sem nome'],
  closes: ['fechar', 'concluído'],
  anything: ['todos', 'todas', 'tudo', 'qualquer'],
  drafts: ['(?:salvar|guardar)(?: (?:como|o))? rascunho'],
  searchedBy: ['por'],
  unset: ['nenhum(?:a)?', 'sem', '(?:escolher|selecionar)(?: uma?| o| a)?'],
  administers: ['administração', 'configuração', 'painel de controle'],
  repeats: ['adicionar (?:outro|outra|mais).*'],
  refuses: ['cancelar', 'fechar', 'descartar', 'voltar', 'não', 'agora não', 'redefinir', 'limpar'],
  same: ['duplicar|duplique|duplica|copiar|copie|clonar', 'editar|edite|edita|alterar|altere|modificar|mudar|renomear|renomeie|atualizar',
    'arquivar|arquive|arquiva', 'aprovar|aprove|aprova|aceitar|aceite', 'rejeitar|rejeite|recusar|recuse', 'responder|responda a',
    'bloquear|bloqueie', 'desbloquear|desbloqueie', 'ocultar|oculte|esconder', 'mostrar|mostre', 'desativar|desative|desativa',
    'ativar|ative|ativa|habilitar', 'fixar|fixe', 'convidar|compartilhar|partilhar'],
  edits: ['editar', 'alterar', 'modificar', 'mudar', 'renomear', 'gerir', 'gerenciar', 'personalizar', 'configurar'],
  makes: ['faça', 'faz'],
  sets: ['definir', 'escolher', 'selecionar'],
  covers: ['janela', 'painel', 'diálogo', 'menu'],
  details: ['(?:mais )?detalhes', 'abrir', 'ver'],
  more: ['mais', 'opções', 'ações'],
  puts: ['coloque', 'adicione', 'aplique', 'atribua'],
  next: ['seguinte', 'próximo', 'próxima', 'avançar', 'continuar'],
};
