"""What repositories weigh today: asks Hugging Face and keeps the answers."""
