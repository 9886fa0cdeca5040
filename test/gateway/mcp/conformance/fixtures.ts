import { McpPrompt, McpResource, NetworkAnswer, NetworkInput, ReadTool, toolError } from '@app/chain-tools';
import { AnswerField, TextField, ToolController, ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';

const TEXT = { mimeType: 'text/markdown', ttlMs: 1_000 } as const;
const NO_ARGUMENTS = { examples: [{}] };

class SentenceAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string' })
  sentence!: string;
}

/** Tools under the names that the scenarios of the conformance suite call. */
@ToolController('Test')
export class ConformanceTools {
  @ReadTool('test_simple_text', {
    title: 'Simple text',
    description: 'Answers one sentence.',
    answer: SentenceAnswer,
    ...NO_ARGUMENTS,
  })
  text(@ToolInput() { network }: NetworkInput): SentenceAnswer {
    return { network, sentence: 'This is a simple text response for testing.' };
  }

  @ReadTool('test_error_handling', {
    title: 'Failing tool',
    description: 'Fails.',
    answer: SentenceAnswer,
    ...NO_ARGUMENTS,
  })
  refuse(@ToolInput() input: NetworkInput): SentenceAnswer {
    throw toolError('NOT_FOUND', `${input.network} has no answer: this tool fails for testing`);
  }
}

class IdInput {
  @TextField({ minLength: 1, description: 'Part of the URI' })
  id!: string;
}

class TwoArguments {
  @TextField({ minLength: 1, description: 'First argument' })
  arg1!: string;

  @TextField({ minLength: 1, description: 'Second argument' })
  arg2!: string;
}

/** Resources and prompts under the names that the scenarios of the conformance suite read. */
@Injectable()
export class ConformanceContext {
  @McpResource('test://static-text', {
    name: 'static',
    title: 'Static text',
    description: 'A text.',
    ...TEXT,
  })
  staticText(): string {
    return 'This is the content of the static text resource.';
  }

  @McpResource('test://template/{id}/data', {
    name: 'template',
    title: 'Template',
    description: 'Repeats a part of its URI.',
    mimeType: 'application/json',
    ttlMs: 1_000,
  })
  template(@ToolInput() { id }: IdInput): object {
    return { id, data: `Data for ID: ${id}` };
  }

  @McpPrompt('test_simple_prompt', { title: 'Simple prompt', description: 'A prompt without arguments.' })
  simple(): string {
    return 'This is a simple prompt for testing.';
  }

  @McpPrompt('test_prompt_with_arguments', { title: 'Prompt', description: 'A prompt with two arguments.' })
  withArguments(@ToolInput() { arg1, arg2 }: TwoArguments): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }
}
