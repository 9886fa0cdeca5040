import { ApiProperty } from '@nestjs/swagger';

/** The body of every refusal. */
export class ErrorAnswer {
  @ApiProperty({ description: 'What was wrong, the field first where there is one' })
  error!: string;

  @ApiProperty({
    description:
      'What kind of error it is: a word that never changes, listed in docs/how-to/troubleshooting.md. More may be added',
    example: 'invalid_arguments',
  })
  code!: string;
}
